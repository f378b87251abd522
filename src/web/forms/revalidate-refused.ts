import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** A rejected order means that the page is out of date, so it is revalidated; the router would not by default. */
export const revalidateRefused = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate || actionStatus === 422 || actionStatus === 409;
