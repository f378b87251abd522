import type { Where } from './api.ts';
import { pageContext } from './page-context.ts';

/** Whether the page is for somebody with one of these duties: some readings are refused to others. */
export const holdsDuty = (context: Where['context'], ...duties: readonly string[]): boolean =>
  context.get(pageContext).user?.roles.some((role) => duties.includes(role)) ?? false;
