import { useEffect, useRef } from 'react';
import { useCurrentErrors } from '#web/forms/clear-errors.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Icon } from '#web/ui/display/icon.tsx';

interface Props {
  refusal: Refusal | undefined;
  /** Fields whose errors are shown next to them and not repeated here. */
  fields?: readonly string[];
}

/**
 * The error summary, announced to screen readers when it appears. A single error that is shown next to its field is not
 * repeated here: the field has the focus instead.
 */
export function FormErrors({ refusal: refused, fields = [] }: Props) {
  const { t, formatMessage } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const refusal = useCurrentErrors(refused?.toasted ? undefined : refused);
  useEffect(() => {
    if (refusal) (box.current ?? document.querySelector<HTMLElement>('[aria-invalid="true"]'))?.focus();
  }, [refusal]);
  if (!refusal) return null;
  const others = Object.entries(refusal.errors).filter(([field]) => !fields.includes(field));
  const message = formatMessage(refusal.message);
  const count = Object.keys(refusal.errors).length;
  if (count === 1 && others.length === 0) return null;
  const lines = others.flatMap(([, texts]) => texts.map(formatMessage)).filter((line) => line !== message);
  return (
    <div className="alert" data-tone="bad" role="alert" tabIndex={-1} ref={box}>
      <Icon name="problem" size={18} />
      <div>
        <p>{count > 1 ? t('form.several') : message}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}
