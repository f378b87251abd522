import { useState } from 'react';
import { useLoaderData } from 'react-router';
import type { Typed } from '#web/server/preserve-form.ts';

/** Input from before a confirmation. Sent only once: a revalidation must not empty the fields. */
export function usePreservedForm(): Typed {
  const { preserved } = useLoaderData() as { preserved: Typed | null };
  const [typed] = useState(preserved ?? {});
  return typed;
}
