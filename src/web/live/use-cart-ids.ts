import { useFetchers } from 'react-router';
import { useFrame } from '#web/live/use-frame.ts';

/** The ids in the cart, with what is being added or removed right now already done. */
export function useCartIds(): string[] {
  const ids = new Set(useFrame()?.cart_ids);
  for (const { formData } of useFetchers()) {
    const id = String(formData?.get('id') ?? '');
    const intent = formData?.get('intent');
    if (intent === 'add') ids.add(id);
    if (intent === 'remove') ids.delete(id);
  }
  return [...ids];
}
