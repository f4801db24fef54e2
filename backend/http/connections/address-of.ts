import type { IncomingMessage } from 'node:http';
import express from 'express';
import { readByExpress } from '../routing/call.ts';

/** Where a request comes from, as far as so many proxies in front of the shop are believed. */
export function addressOf(
  trustProxy: number,
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string | undefined {
  if (trustProxy === 0) return ({ socket }) => socket.remoteAddress;
  const app = express().set('trust proxy', trustProxy);
  return ({ headers, socket }) => readByExpress('ip', { app, headers, socket });
}
