import { useI18n } from '#web/i18n/use-i18n.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { priorities } from './priorities.tsx';

/** What can be done with the selected tickets; `typed` in a change that was refused. */
export function BulkActions({ typed }: { typed: { tag: string; priority: string } | undefined }) {
  const { t } = useI18n();
  const keys = useShortcutKeys();
  return (
    <>
      <Button size="small" variant="secondary" name="intent" value="take" aria-keyshortcuts={keys.take}>
        {t('desk.take')}
      </Button>
      <Button size="small" variant="secondary" name="intent" value="release">
        {t('desk.release')}
      </Button>
      <Button size="small" variant="secondary" name="intent" value="solved" aria-keyshortcuts={keys.solve}>
        {t('desk.solve')}
      </Button>
      <Button size="small" variant="secondary" name="intent" value="closed">
        {t('desk.close')}
      </Button>
      <span className="row">
        <select name="priority" aria-label={t('desk.priority')} defaultValue={typed?.priority || '3'}>
          {priorities.map(({ value, label }) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </select>
        <Button size="small" variant="quiet" name="intent" value="priority">
          {t('desk.set_priority')}
        </Button>
      </span>
      <span className="row">
        <input
          name="tag"
          aria-label={t('desk.tag')}
          placeholder={t('desk.tag')}
          maxLength={30}
          size={10}
          autoComplete="off"
          defaultValue={typed?.tag}
        />
        <Button size="small" variant="quiet" name="intent" value="tag">
          {t('desk.add_tag')}
        </Button>
      </span>
    </>
  );
}
