import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { useFactorRequest } from '#web/forms/ask-factor.ts';
import type { FactorSheet } from '#web/ui/factor/factor-sheet.tsx';

// Nothing of it is loaded before a form asks for it. Where it doesn't load, the form says what is missing.
const Sheet = lazy<ComponentType<ComponentProps<typeof FactorSheet>>>(() =>
  import('#web/ui/factor/factor-sheet.tsx').then(
    ({ FactorSheet }) => ({ default: FactorSheet }),
    () => ({ default: () => null }),
  ),
);

/** Where the sheet stands that asks for a factor: outside of the form that waits for it. */
export function FactorHost() {
  const { request, close } = useFactorRequest();
  if (!request) return null;
  return (
    <Suspense>
      <Sheet request={request} onClose={close} />
    </Suspense>
  );
}
