/**
 * Node's HTTP server. An `import` from it asks for all that the module exports, and so for a browser's WebSocket, with which all of
 * undici comes: some 40 ms of the processor of each start, and 2 MB for good. Types may be imported.
 */
export const nodeHttp = process.getBuiltinModule('node:http');
