import { parentPort } from 'node:worker_threads';
import { giveWay } from '../runtime/processes/give-way.ts';

// Whoever orders or reads meanwhile goes first: a receipt is as good a moment later. Most of the first is to load what makes it.
giveWay();
const { receiptPdf } = await import('./receipt-pdf.ts');

parentPort?.on('message', async (receipt) => parentPort?.postMessage(await receiptPdf(receipt)));
