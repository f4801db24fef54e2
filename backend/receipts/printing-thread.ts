import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../runtime/give-way.ts';

// Whoever orders or reads meanwhile goes first: a receipt is as good a moment later. Most of the work is to load what makes it.
giveWay();
const { receiptPdf } = await import('./receipt-pdf.ts');

parentPort?.postMessage(await receiptPdf(workerData));
