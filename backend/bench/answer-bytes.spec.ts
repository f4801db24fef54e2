import { describe, expect, it } from 'vitest';
import { AnswerBytes } from './answer-bytes.ts';

const answer = (status: string, headers: string, body = '') =>
  Buffer.from(`HTTP/1.1 ${status}\r\n${headers}\r\n${body}`);
const found = answer('200 OK', 'ETag: "x"\r\nContent-Length: 12\r\n', 'twelve bytes');

describe('the answers of one connection', () => {
  it('end where they say, in whatever pieces they come', () => {
    for (let piece = 1; piece <= found.length; piece++) {
      const answers = new AnswerBytes();
      const statuses: (number | undefined)[] = [];
      for (let again = 0; again < 2; again++) {
        for (let at = 0; at < found.length; at += piece) statuses.push(answers.take(found.subarray(at, at + piece)));
      }
      expect(statuses.filter((status) => status !== undefined)).toEqual([200, 200]);
      expect(statuses.at(-1)).toBe(200);
    }
  });

  it('may have nothing in them', () => {
    const answers = new AnswerBytes();
    expect(answers.take(answer('304 Not Modified', 'ETag: "x"\r\n'))).toBe(304);
    expect(answers.take(answer('204 No Content', ''))).toBe(204);
    expect(answers.take(answer('503 Service Unavailable', 'content-length: 0\r\n'))).toBe(503);
  });

  it('must say how long they are, and end there', () => {
    const chunked = answer('200 OK', 'Transfer-Encoding: chunked\r\n', '0\r\n\r\n');
    expect(() => new AnswerBytes().take(chunked)).toThrow('An answer does not say how long it is.');
    expect(() => new AnswerBytes().take(Buffer.concat([found, found]))).toThrow('Something comes behind an answer.');
    expect(() => new AnswerBytes().take(Buffer.alloc(20_000, 'x'))).toThrow('An answer has no end of its head.');
  });
});
