import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Refusal } from '#web/api.ts';
import { useUncleared } from '#web/live/uncleared.ts';
import { useWords } from '#web/live/use-words.ts';

interface Props {
  refusal: Refusal | undefined;
  /** Fields whose errors stand beside them and are not repeated here. */
  fields?: readonly string[];
}

/** The summary of what was refused, read aloud when it appears. */
export function FormErrors({ refusal: refused, fields = [] }: Props) {
  const { t, tell } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const refusal = useUncleared(refused?.told ? undefined : refused);
  useEffect(() => {
    if (refusal) box.current?.focus();
  }, [refusal]);
  if (!refusal) return null;
  const others = Object.entries(refusal.errors).filter(([field]) => !fields.includes(field));
  const message = tell(refusal.message);
  const lines = others.flatMap(([, texts]) => texts.map(tell)).filter((line) => line !== message);
  return (
    <div className="alert" data-tone="bad" role="alert" tabIndex={-1} ref={box}>
      <CircleAlert size={18} aria-hidden="true" />
      <div>
        <p>{Object.keys(refusal.errors).length > 1 ? t('form.several') : message}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}
