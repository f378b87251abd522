import { useState } from 'react';
import { useLoaderData } from 'react-router';
import type { Typed } from '#web/server/preserve-form.ts';

/** What was typed here before a confirmation. It comes once: a page that reads itself again must not empty its fields. */
export function usePreservedForm(): Typed {
  const { preserved } = useLoaderData() as { preserved: Typed | null };
  const [typed] = useState(preserved ?? {});
  return typed;
}
