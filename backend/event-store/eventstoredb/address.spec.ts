import { EventStoreDBClient } from '@eventstore/db-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openEventStoreDB } from '../eventstoredb.ts';
import { BadEventStoreAddress, credentialsOf } from './address.ts';

describe('the address of an EventStoreDB', () => {
  it.each([
    ['esdb://shop:secret@one:2113', { username: 'shop', password: 'secret' }],
    ['esdb+discover://shop:s%40cr%3Aet@cluster.example:2113', { username: 'shop', password: 's@cr:et' }],
    ['esdb://sh%C3%B6p:secret@one:2113,two:2113,three:2113?tls=true', { username: 'shöp', password: 'secret' }],
    [' esdb://shop:secret@one:2113?tls=false ', { username: 'shop', password: 'secret' }],
    ['esdb://shop@here.example:secret@one:2113', { username: 'shop@here.example', password: 'secret' }],
  ])('names the user: %s', (address, credentials) => {
    expect(credentialsOf(address)).toEqual(credentials);
  });

  it.each([
    'esdb://localhost:2113?tls=false',
    'esdb://one:2113,two:2113?keepAliveInterval=20000&tls=false',
    'esdb+discover://one:2113?tls=false&nodePreference=Leader',
  ])('needs no user without TLS: %s', (address) => {
    expect(credentialsOf(address)).toBeTruthy();
  });

  it.each(['esdb://localhost:2113', 'esdb+discover://cluster.example:2113?tls=true'])(
    'needs a user with TLS: %s',
    (address) => {
      expect(() => openEventStoreDB({ address, prefix: 'inventory-' })).toThrow(/needs a user and a password/);
    },
  );

  it.each([
    'https://shop:secret@localhost:2113',
    'esdb://shop:secret@localhost:port',
    'esdb://shop:secret@localhost:99999',
    'https://shop:some&secret=some@localhost:2113',
    'esdb://shop:secret@one:2113,two:0',
    'esdb://shop:secr%et@localhost:2113',
    'esdb://shop:secret@localhost:2113?tls=perhaps',
    'esdb+discover://shop:secret@cluster.example:2113?nodePreference=follower',
    'esdb://shop:secret@one:2113,two:2113?keepAliveInterval=20000&nodepreference=random',
    'esdb://shop:secret/localhost:2113?tls=false',
    'esdb://shop:secret@localhost:2113?tlsCAFile=/none/such.pem',
  ])('is refused in one line that repeats no password when it is none: %s', (address) => {
    const open = () => openEventStoreDB({ address, prefix: 'inventory-' });
    expect(open).toThrow(BadEventStoreAddress);
    expect(open).toThrow(/^(?:(?!secr)[^\n])+$/);
  });

  it.each([
    ['esdb://shop:secret@localhost:2113?tls=true&keepAliveIntervall=1', "must not have 'keepAliveIntervall'"],
    ['esdb://shop:secret@localhost:2113?tlsVerifyCert=false', 'must not have tlsVerifyCert=false'],
    ['esdb://shop:secret@localhost:2113?dnsdiscover=true', "must not have 'dnsdiscover'"],
  ])('is refused where the client would say itself, with the password, what it does not heed: %s', (address, line) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    expect(() => openEventStoreDB({ address, prefix: 'inventory-' })).toThrow(line);
    expect(warned).not.toHaveBeenCalled();
  });

  it('may say all that the client knows, in letters of any size', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    const address =
      'esdb://a:b@localhost:2113?TLS=true&connectionName=shop&defaultDeadline=1&discoveryInterval=1&gossipTimeout=1&keepaliveinterval=20000&keepAliveTimeout=20000&maxDiscoverAttempts=1&throwOnAppendFailure=true&tlsVerifyCert=true';
    await openEventStoreDB({ address, prefix: 'inventory-' }).close();
    expect(warned).not.toHaveBeenCalled();
  });

  it.each([
    'esdb://a:b@localhost:2113?tls=false&tlsVerifyCert=false',
    'esdb://a:b@localhost:2113?tlsVerifyCert=false&tls=false',
    'esdb://a:b@localhost:2113?keepAliveInterval=20000&tlsverifycert=false&tls=false',
  ])('may say that no certificate is looked at where there is none: %s', async (address) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    await openEventStoreDB({ address, prefix: 'inventory-' }).close();
    expect(warned).not.toHaveBeenCalled();
  });

  it.each([
    ['esdb://a:b@localhost:2113?tls=false&keep-alive-interval=20000&connection_name=shop', undefined],
    ['esdb://a:b@localhost:2113?tls=false&tls_verify_cert=false', undefined],
    ['esdb://a:b@localhost:2113?tls-verify-cert=false', 'must not have tlsVerifyCert=false'],
    ['esdb://a:b@localhost:2113?tls=false&node-preference=random', 'must prefer the leader'],
  ])('may say it in words of their own, as the client takes them: %s', async (address, line) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    const open = () => openEventStoreDB({ address, prefix: 'inventory-' });
    if (line) expect(open).toThrow(line);
    else await open().close();
    expect(warned).not.toHaveBeenCalled();
  });

  it.each([
    'esdb://shop:s@cret@localhost:2113?tls=true',
    'esdb+discover://shop:s-cret@@localhost:2113?tls=false',
    // The client would take what is before the colon for all of it.
    'esdb://shop:s:cret@localhost:2113',
  ])('is refused where the password is not written as in addresses: %s', (address) => {
    const open = () => openEventStoreDB({ address, prefix: 'inventory-' });
    expect(open).toThrow(BadEventStoreAddress);
    expect(open).toThrow(/^(?!.*cret).* %40 .* %3A .*$/);
  });

  it('may have in its password what stands before other settings', async () => {
    const address = 'esdb://a:b?tls=false&secret=c@localhost:2113?tls=true';
    await openEventStoreDB({ address, prefix: 'inventory-' }).close();
  });

  it.each([
    ['esdb://a:b@localhost:2113', 2_000, 3_000, 2],
    [' esdb://a:b@localhost:2113?tls=false ', 2_000, 3_000, 2],
    ['esdb://a:b@localhost:2113/?keepalive-timeout=9000', 2_000, 9_000, 2],
    ['esdb+discover://a:b@localhost:2113?keepAliveInterval=20000&keepAliveTimeout=8000', 20_000, 8_000, 2],
    ['esdb+discover://a:b@localhost:2113?gossip_timeout=7', 2_000, 3_000, 7],
    // A timer of more has run out at once.
    ['esdb://a:b@localhost:2113?keep_alive-timeout= -1&tls=false', 2_000, 2 ** 31 - 1, 2],
    ['esdb://a:b@localhost:2113?keepAliveInterval=-1&tls=false', 2 ** 31 - 1, 3_000, 2],
  ])('waits as long as the shop does, where it says nothing else: %s', async (address, interval, timeout, gossip) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const opened = vi.spyOn(EventStoreDBClient, 'connectionString');
    onTestFinished(() => void [warned, opened].map((spy) => spy.mockRestore()));
    await openEventStoreDB({ address, prefix: 'inventory-' }).close();
    const [, settings] = String(opened.mock.lastCall?.[0]).split('?');
    const said = new URLSearchParams(settings?.toLowerCase().replaceAll(/[_-]/g, '').trim());
    expect(Number(said.get('keepaliveinterval'))).toBe(interval);
    expect(Number(said.get('keepalivetimeout'))).toBe(timeout);
    expect(Number(said.get('gossiptimeout'))).toBe(gossip);
    expect(warned).not.toHaveBeenCalled();
  });

  it('may name the highest port', async () => {
    await openEventStoreDB({ address: 'esdb://localhost:65535?tls=false', prefix: 'inventory-' }).close();
  });
});
