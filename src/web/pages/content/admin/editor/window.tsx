import { useI18n } from '#web/i18n/use-i18n.ts';
import { Field } from '#web/ui/controls/field.tsx';
import type { Fields } from './editor.tsx';

interface Props extends Pick<Fields, 'moment' | 'zone'> {
  endsHint: string;
}

/** From when to when a text shows. */
export function Window({ moment, zone, endsHint }: Props) {
  const { t } = useI18n();
  return (
    <div className="columns">
      <Field
        {...moment('published_at')}
        label={t('content.published_at', { zone })}
        hint={t('content.published_at_hint')}
      />
      <Field {...moment('ends_at')} label={t('content.ends_at', { zone })} hint={endsHint} />
    </div>
  );
}
