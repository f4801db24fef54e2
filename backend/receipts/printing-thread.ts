import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../runtime/give-way.ts';
import { receiptPdf } from './receipt-pdf.ts';

// Whoever orders or reads meanwhile goes first: a receipt is as good a moment later.
giveWay();

parentPort?.postMessage(await receiptPdf(workerData));
