import { useI18n } from '#web/i18n/use-i18n.ts';
import { useQueue } from '#web/router/use-queue.ts';

/** In a form beside a list: its decision leads on to the next record, and says so. */
export function NextInQueue() {
  const { t } = useI18n();
  const queue = useQueue();
  if (!queue) return null;
  const following = queue.items.find(({ to }) => to === queue.next);
  return (
    <>
      <input type="hidden" name="next" value={queue.next} />
      <p className="small muted">{following ? t('queue.then', { title: following.title }) : t('queue.then_list')}</p>
    </>
  );
}
