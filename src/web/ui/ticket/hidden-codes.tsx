import { pastedCardsIn } from '#contracts/desk/code-placeholder.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Alert } from '#web/ui/display/alert.tsx';

/** Tells whoever wrote these texts that a code was hidden in them, and that support needs none. */
export function HiddenCodes({ texts }: { texts: readonly string[] }) {
  const { t } = useI18n();
  if (!texts.some((text) => pastedCardsIn(text).length > 0)) return null;
  return (
    <Alert tone="warn">
      <p>
        <strong>{t('pasted.title')}</strong>
      </p>
      <p>{t('pasted.text')}</p>
    </Alert>
  );
}
