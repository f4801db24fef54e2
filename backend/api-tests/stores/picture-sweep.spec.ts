import { describe, expect, it } from 'vitest';
import { pictureAddress } from '../../../modules/pictures/contract.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, newTool, signIn } from '../../testing/api-client.ts';
import { somePicture } from '../../testing/clients/some-picture.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const aDay = 24 * 60 * 60_000;
let ahead = 0;
const shop = shopUnderTest(
  { TIMERS_EVERY: '20ms', RATE_LIMIT_ADDRESS: '0' },
  { now: () => new Date(Date.now() + ahead) },
);

const statusOf = async (img: string) => (await fetch(shop.origin + img)).status;

async function upload(who: ApiClient, colour: string): Promise<string> {
  const raw = await somePicture({ colour });
  const headers = { 'content-type': 'image/png' };
  const { body } = await who.call<{ img: string }>('POST', '/pictures', { raw, headers });
  return body.img;
}

async function addTool(who: ApiClient, img: string): Promise<string> {
  return (await who.post<{ insertedId: string }>('/tool', newTool({ img }))).body.insertedId;
}

describe('a picture that no tool shows any more', () => {
  it('is taken away after thirty days, and no other; who would show it after that is told to upload it again', async () => {
    const [shown, asSecond, retired, unused] = await Promise.all(
      ['#a00', '#0a0', '#00a', '#aa0'].map((colour) => upload(shop.admin, colour)),
    );
    const id = await addTool(shop.admin, `${shown}`);
    await shop.admin.post('/tool', newTool({ pictures: [`${asSecond}`.replace('-640.', '-1280.')] }));
    await shop.admin.delete(`/tool/${await addTool(shop.admin, `${retired}`)}`);
    await expect
      .poll(
        () => {
          ahead += 2 * aDay;
          return statusOf(`${unused}`);
        },
        { timeout: 60_000 },
      )
      .toBe(404);
    expect(ahead).toBeGreaterThan(30 * aDay);
    expect(await Promise.all([shown, asSecond, retired].map((img) => statusOf(`${img}`)))).toEqual([200, 200, 200]);

    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const again = 'This picture is not kept any more. Please upload it again';
    const refused = await admin.post('/tool', newTool({ img: `${unused}` }));
    expectProblem(refused, 400);
    expect(refused.body).toMatchObject({ errors: [{ path: 'img', message: again }] });
    const { body: tool } = await admin.get<Record<string, unknown>>(`/tool/${id}`);
    const { _id, Available, retired: _, sold, ...said } = tool;
    const changed = await admin.put(`/tool/${id}`, { ...said, pictures: [unused] });
    expect(changed).toMatchObject({ status: 400, body: { errors: [{ path: 'pictures.0', message: again }] } });
    const table = `_id,version,img\n${id},${tool.version},${unused}\n`;
    const headers = { 'content-type': 'text/csv' };
    const { body: tried } = await admin.call<{ rows: unknown[] }>('POST', '/products/import?dryRun=true', {
      raw: Buffer.from(table),
      headers,
    });
    expect(tried.rows).toEqual([
      expect.objectContaining({ outcome: 'wrong', errors: [{ column: 'img', message: again }] }),
    ]);

    expect(await upload(admin, '#aa0')).toBe(unused);
    expect(await statusOf(`${unused}`)).toBe(200);
    expect((await admin.post('/tool', newTool({ img: `${unused}` }))).status).toBe(201);
    const { body: told } = await admin.get<{ sentence: string }[]>('/history?type=PicturesRemoved');
    expect(told.map(({ sentence }) => sentence)).toEqual(['A picture was taken away that no tool showed any more']);
    const metrics = await (await fetch(`${shop.origin}/metrics`)).text();
    expect(metrics).toMatch(/^inventory_pictures_removed 1$/m);
  });

  it('was none, where there never was such a picture', async () => {
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const img = pictureAddress('f'.repeat(32), 640);
    expectProblem(await admin.post('/tool', newTool({ img })), 400);
  });
});
