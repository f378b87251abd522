import { useI18n } from '#web/i18n/use-i18n.ts';
import { useSaid } from '#web/live/said/use-said.ts';
import type { Queue } from '#web/router/use-queue.ts';

interface Props {
  queue: Queue;
  /** Whether a press came before the record could be read. */
  tooSoon: boolean;
}

/** In a form that decides about the record of the list beside it: leads on to the next record, and says so. */
export function NextInQueue({ queue: { items, next }, tooSoon }: Props) {
  const { t } = useI18n();
  const following = items.find(({ to }) => to === next);
  useSaid(tooSoon ? t('queue.too_soon') : null);
  return (
    <>
      <input type="hidden" name="next" value={next} />
      <p className="small muted">{following ? t('queue.then', { title: following.title }) : t('queue.then_list')}</p>
      {tooSoon ? <p className="small">{t('queue.too_soon')}</p> : null}
    </>
  );
}
