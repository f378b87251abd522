import type { Feature } from '../../feature.ts';
import { depositBooks } from './deposit-books.ts';
import { startSanctionsLoop } from './screening/start-sanctions-loop.ts';

export const feature: Feature = {
  loops: [startSanctionsLoop],
  books: depositBooks,
};
