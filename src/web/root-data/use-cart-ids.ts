import { useFetchers } from 'react-router';
import { useRootData } from './use-root-data.ts';

/** The ids in the cart, with pending additions and removals already applied. */
export function useCartIds(): string[] {
  const ids = new Set(useRootData()?.cart_ids);
  for (const { formData } of useFetchers()) {
    const added = formData?.get('add');
    const removed = formData?.get('remove');
    if (typeof added === 'string') for (const id of added.split(',')) ids.add(id);
    if (typeof removed === 'string') for (const id of removed.split(',')) ids.delete(id);
  }
  return [...ids];
}
