import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafHash, MerkleTree, rootBy } from './merkle-tree.ts';

/** The leaves that Certificate Transparency's own tests use, hex, and the roots of the first so many of them. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
/** Ways from a leaf to the root of a tree of so many of them. */
const ways: [leaf: number, size: number, path: string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];

const bytesOf = (hex: string) => Buffer.from(hex, 'hex');
const sha256 = (...parts: Uint8Array[]) => hash('sha256', Buffer.concat(parts), 'buffer');

/** The definition of RFC 6962, 2.1, word by word. */
function byDefinition(data: readonly Buffer[]): Buffer {
  const [only] = data;
  if (!only) return sha256();
  if (data.length === 1) return sha256(bytesOf('00'), only);
  let half = 1;
  while (half * 2 < data.length) half *= 2;
  return sha256(bytesOf('01'), byDefinition(data.slice(0, half)), byDefinition(data.slice(half)));
}

function treeOf(hashes: readonly Buffer[], followed = -1): MerkleTree {
  const tree = new MerkleTree();
  for (const [index, each] of hashes.entries()) tree.add(each, index === followed);
  return tree;
}

const someLeaves = fc.array(fc.string(), { minLength: 1, maxLength: 70 });

describe('the Merkle tree', () => {
  it.each(roots.entries().toArray())('of %i leaves has the root of RFC 6962', (size, root) => {
    const hashes = leaves.slice(0, size).map((leaf) => sha256(bytesOf('00'), bytesOf(leaf)));
    expect(treeOf(hashes).root().toString('hex')).toBe(root);
  });

  it.each(ways)('has the way of RFC 6962 from leaf %i among %i', (leaf, size, path) => {
    const hashes = leaves.slice(0, size).map((each) => sha256(bytesOf('00'), bytesOf(each)));
    const found = treeOf(hashes, leaf).pathOf(leaf);
    expect(found.map((each) => each.toString('hex'))).toEqual(path);
    expect(rootBy(hashes[leaf] as Buffer, leaf, size, found)?.toString('hex')).toBe(roots[size]);
  });

  it('is that of the definition, however many leaves there are, and whenever it goes on from its edge', () =>
    fc.assert(
      fc.property(someLeaves, fc.nat(), (texts, cut) => {
        const hashes = texts.map(leafHash);
        const before = treeOf(hashes.slice(0, cut % texts.length));
        const tree = MerkleTree.from(before.size, before.edge);
        for (const each of hashes.slice(before.size)) tree?.add(each);
        expect(tree?.root()).toEqual(byDefinition(texts.map((text) => Buffer.from(text))));
      }),
    ));

  it('leads from every leaf to the root, and from nothing else', () =>
    fc.assert(
      fc.property(someLeaves, fc.nat(), fc.nat(), (texts, which, other) => {
        const hashes = texts.map(leafHash);
        const index = which % texts.length;
        const tree = treeOf(hashes, index);
        const path = tree.pathOf(index);
        const leadsTo = (leaf: Buffer, at: number, way = path) => rootBy(leaf, at, tree.size, way)?.equals(tree.root());
        const leaf = hashes[index] as Buffer;
        expect(leadsTo(leaf, index)).toBe(true);
        expect(leadsTo(leafHash(`not ${texts[index]}`), index)).not.toBe(true);
        expect(leadsTo(leaf, index, [...path, leaf])).not.toBe(true);
        const elsewhere = other % texts.length;
        if (elsewhere !== index && !hashes[elsewhere]?.equals(leaf)) expect(leadsTo(leaf, elsewhere)).not.toBe(true);
      }),
    ));

  it('does not grow on an edge that is none of its size', () => {
    expect(MerkleTree.from(5, [leafHash('a')])).toBeUndefined();
    expect(MerkleTree.from(1, [Buffer.from('short')])).toBeUndefined();
  });
});
