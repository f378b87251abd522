import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';

/** Sends the same form again for somebody to look at, where the guard refused what may be no card number. */
export function SendForCheck({ refusal, busy }: { refusal: Refusal | undefined; busy: boolean }) {
  const { t } = useI18n();
  if (refusal?.marks?.reason !== 'check_offered') return null;
  return (
    <div className="stack">
      <p className="small muted">{t('support.send_for_check_more')}</p>
      <div>
        <Button variant="secondary" name="check" value="1" busy={busy}>
          {t('support.send_for_check')}
        </Button>
      </div>
    </div>
  );
}
