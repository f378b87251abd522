import { Form, useNavigation } from 'react-router';
import type { StockImport } from '#contracts/supply/imports.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Button } from '#web/ui/controls/button.tsx';

interface Props {
  stock: StockImport;
  mayImport: boolean;
}

/** What can be done with an import as it is now. */
export function Actions({ stock: { id, state, rows }, mayImport }: Props) {
  const { t } = useI18n();
  const mayApprove = useRootData()?.user?.roles.includes('approver') ?? false;
  const sending = useNavigation().formData?.get('what');
  const open = mayImport && (state === 'checked' || state === 'failed');
  const running = mayImport && state === 'committing';
  const done = (mayImport || mayApprove) && state === 'committed';
  if (!open && !running && !done) return null;
  return (
    <Form method="post" className="row">
      <input type="hidden" name="import" value={id} />
      {open ? (
        <Button
          name="what"
          value="commit"
          variant={rows.clean > 0 ? 'primary' : 'secondary'}
          busy={sending === 'commit'}
        >
          {state === 'failed'
            ? t('imports.resume')
            : t(rows.clean > 0 ? 'imports.commit' : 'imports.commit_waiting', { cards: rows.clean + rows.quarantined })}
        </Button>
      ) : null}
      {open || running ? (
        <Button name="what" value="cancel" variant="secondary" busy={sending === 'cancel'}>
          {state === 'checked' ? t('imports.cancel') : t('imports.cancel_running')}
        </Button>
      ) : null}
      {done ? (
        <>
          <Button name="what" value="undo" variant="danger" busy={sending === 'undo'} aria-describedby="undo-effect">
            {t('imports.undo')}
          </Button>
          <span id="undo-effect" className="small muted">
            {t('imports.undo_effect')}
          </span>
        </>
      ) : null}
    </Form>
  );
}
