import { describe, expect, it } from 'vitest';
import { pageAt } from './page-addresses.ts';

describe('the page at an address', () => {
  it.each([
    ['/', 'front'],
    ['/home', 'home'],
    ['/home/', 'home'],
    ['/Login', 'login'],
    ['/blogs/interview-answers', 'article'],
    ['/tools/t-1', 'tool'],
    ['/payment', 'purchase'],
    ['/dashboard', 'ordersInfo'],
    ['/dashboard/payment/b%201', 'payment'],
    ['/dashboard/allusers/', 'makeAdmin'],
    ['/dashboard/history', 'history'],
    ['/dashboard/history/tool:t-1', 'asItWas'],
    ['/dashboard/history/why/12', 'causes'],
    ['/dashboard/status', 'status'],
  ])('%s is %s', (address, name) => expect(pageAt(address)).toBe(name));

  it.each(['/nowhere', '/tools', '/tools/a/b', '/homes', '/dashboard/payment', '/x/login', ''])(
    '%s is none',
    (address) => expect(pageAt(address)).toBeUndefined(),
  );
});
