import { Form, useNavigation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';

/** Asks again for an approval that was withdrawn or rejected. */
export function AskApproval() {
  const { t } = useI18n();
  const busy = useNavigation().formData?.get('what') === 'ask';
  return (
    <Form method="post" className="panel stack">
      <p>{t('imports.ask_more')}</p>
      <p>
        <Button name="what" value="ask" variant="secondary" busy={busy}>
          {t('imports.ask')}
        </Button>
      </p>
    </Form>
  );
}
