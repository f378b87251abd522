import type { Where } from './api.ts';
import { pageContext } from './page-context.ts';

/** Whether the page is for somebody who signs in for a seller: some readings are refused to them. */
export const isSeller = (context: Where['context']): boolean =>
  context.get(pageContext).user?.roles.includes('seller') ?? false;
