import { Form } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Alert } from '#web/ui/display/alert.tsx';

/** Stays until the next change: the URL names the change that can be undone. */
export function Undo({ id }: { id: string | null }) {
  const { t } = useI18n();
  const keys = useShortcutKeys();
  if (!id) return null;
  return (
    <Alert tone="good">
      <Form method="post" className="row">
        <input type="hidden" name="change" value={id} />
        <span>{t('desk.can_undo')}</span>
        <Button size="small" variant="secondary" name="intent" value="undo" aria-keyshortcuts={keys.undo}>
          {t('desk.undo')}
        </Button>
      </Form>
    </Alert>
  );
}
