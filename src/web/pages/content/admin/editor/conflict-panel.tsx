import { useEffect, useRef } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Diff } from '../diff/diff.tsx';
import type { Conflict } from './edit-text.ts';

/** What somebody else changed since the form was opened, above what was typed, which stays as it is. */
export function ConflictPanel({ conflict, busy }: { conflict: Conflict; busy: boolean }) {
  const { t } = useI18n();
  const at = { at: conflict.saved_at };
  const { saved_by } = conflict;
  const panel = useRef<HTMLElement>(null);
  // The buttons stand below a long form, and this above it.
  useEffect(() => panel.current?.focus(), []);
  return (
    <section className="conflict stack" aria-labelledby="conflict" tabIndex={-1} ref={panel}>
      <h2 id="conflict">
        {saved_by ? t('content.conflict_by', { who: saved_by.username, at }) : t('content.conflict', { at })}
      </h2>
      <Diff changes={conflict.changes} />
      <input type="hidden" name="over" value={conflict.over} />
      <p>{t('content.conflict_more')}</p>
      <div>
        <Button variant="danger" name="intent" value="over" busy={busy}>
          {t('content.save_over')}
        </Button>
      </div>
    </section>
  );
}
