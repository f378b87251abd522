import type { ReactNode } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Alert } from '#web/ui/display/alert.tsx';

/** Whether the reader may change what the shop publishes. */
export const useMayPublish = (): boolean => useRootData()?.user?.roles.includes('publisher') ?? false;

/** Forms for those who publish; an auditor reads what stands in them. */
export function PublisherOnly({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  if (useMayPublish()) return children;
  return (
    <>
      <Alert tone="info">{t('auth.duty.publisher')}</Alert>
      <fieldset className="read-only stack" disabled aria-label={t('content.read_only')}>
        {children}
      </fieldset>
    </>
  );
}
