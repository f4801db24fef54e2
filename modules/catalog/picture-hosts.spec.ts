import { describe, expect, it } from 'vitest';
import { Invalid } from '../kernel/errors.ts';
import { checkPictureHosts } from './picture-hosts.ts';

const hosts = ['images.example', 'cdn.example:8443'];

describe('a picture', () => {
  it.each([
    '/pictures/tools/claw-hammer.svg',
    'https://images.example/a.png',
    'HTTPS://IMAGES.example:443/a.png',
    'https://cdn.example:8443/a.png',
  ])('may be at %s', (address) => {
    expect(() => checkPictureHosts({ img: address }, hosts)).not.toThrow();
  });

  it.each([
    'https://elsewhere.example/a.png',
    'https://cdn.example/a.png',
    'https://images.example.elsewhere.example/a.png',
    'https://images.example@elsewhere.example/a.png',
    'https://sub.images.example/a.png',
  ])('may not be at %s, and is told where it may', (address) => {
    expect(() => checkPictureHosts({ img: address }, hosts)).toThrow(
      expect.objectContaining({
        errors: [
          { path: 'img', message: 'Must be a path of this site, or an address at images.example or cdn.example:8443' },
        ],
      }),
    );
    expect(() => checkPictureHosts({ img: address }, hosts)).toThrow(Invalid);
  });

  it('is named where it is one of several', () => {
    const pictures = ['/a.png', 'https://elsewhere.example/a.png', 'https://images.example/a.png'];
    expect(() => checkPictureHosts({ img: '/a.png', pictures }, hosts)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ path: 'pictures.1' })] }),
    );
  });

  it('may be at any host where a shop names none', () => {
    expect(() => checkPictureHosts({ img: 'https://elsewhere.example/a.png' }, undefined)).not.toThrow();
  });
});
