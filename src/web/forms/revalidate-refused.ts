import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** A refused order means that the page shows what is no longer so: it is read again, which the router leaves out else. */
export const revalidateRefused = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate || actionStatus === 422;
