import { describe, expect, it } from 'vitest';
import { addressGroup } from './address-group.ts';

describe('an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::3:4:5:6:7', '2001:db8:0:3'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['192.0.2.7:52114', '192.0.2.7'],
    ['[2001:db8:1:2::9]:52114', '2001:db8:1:2'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2'],
    ['_SEVKISEK', '_SEVKISEK'],
    [undefined, ''],
  ])('%s is counted as %s', (address, group) => expect(addressGroup(address)).toBe(group));
});
