import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';

/** When an answer is due; `now` is when the page was made, so that server and browser agree. */
export function Due({ at, now }: { at: string; now: string }) {
  const { t } = useI18n();
  return (
    <span className="row">
      <Time at={at} />
      {at < now ? <Tag tone="bad">{t('desk.overdue')}</Tag> : null}
    </span>
  );
}
