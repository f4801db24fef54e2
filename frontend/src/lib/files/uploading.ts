import type { Transport } from '../api/http.ts';

/**
 * `fetch` for a large body: tells how much of it is on its way, from 0 to 1, which no browser's own fetch does.
 * The whole answer is read before it resolves.
 */
export function uploading(sent: (share: number) => void): Transport {
  return (url, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      headers.forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && sent(loaded / total);
      request.onload = () => {
        const [type, retryAfter] = ['content-type', 'retry-after'].map((name) => request.getResponseHeader(name));
        const answered = { ...(type && { 'content-type': type }), ...(retryAfter && { 'retry-after': retryAfter }) };
        const { status, statusText } = request;
        resolve(new Response(request.responseText, { status, statusText, headers: answered }));
      };
      request.onerror = () => reject(new TypeError('No answer came to the upload.'));
      request.onabort = request.onerror;
      request.send(body);
    });
}
