import type { Present } from '#contracts/desk/desk.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { Live } from '#web/ui/feedback/live.tsx';

/** Who else has the ticket open, announced as they come and go. */
export function Presence({ present }: { present: Present }) {
  return (
    <Live as="span" className="tag-list">
      <PresenceTags present={present} />
    </Live>
  );
}

export function PresenceTags({ present }: { present: Present }) {
  const { t } = useI18n();
  return present.map(({ id, username: name, typing }) => (
    <Tag key={id} tone={typing ? 'warn' : 'info'}>
      {t(typing ? 'desk.is_typing' : 'desk.is_looking', { name })}
    </Tag>
  ));
}
