import { type MessageKey, messageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';

/** From the most urgent on, by number from 1. */
export const priorities: readonly { value: string; label: MessageKey; tone: Tone }[] = [
  { value: '1', label: messageKey('desk.priority.urgent'), tone: 'bad' },
  { value: '2', label: messageKey('desk.priority.high'), tone: 'warn' },
  { value: '3', label: messageKey('desk.priority.normal'), tone: 'plain' },
  { value: '4', label: messageKey('desk.priority.low'), tone: 'plain' },
];

export function Priority({ priority }: { priority: number }) {
  const { t } = useI18n();
  const known = priorities[priority - 1];
  return known ? <Tag tone={known.tone}>{t(known.label)}</Tag> : null;
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return tags.length ? (
    <span className="tag-list">
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  ) : null;
}
