import { parentPort, workerData } from 'node:worker_threads';
import { receiptPdf } from './receipt-pdf.ts';

parentPort?.postMessage(await receiptPdf(workerData));
