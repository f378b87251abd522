import { useEffect, useState } from 'react';
import { href } from 'react-router';
import type { Reply } from '#contracts/call.ts';
import type { suggestFaqs } from '#contracts/content/content.ts';
import { inLanguage } from '#web/i18n/in-language.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RichText } from '#web/ui/display/rich-text.tsx';
import { Live } from '#web/ui/feedback/live.tsx';

type Faq = Reply<typeof suggestFaqs>['data'][number];

interface Props {
  /** What is being written. */
  text: string;
  /** Called where a question answers it. */
  onAnswered: () => void;
}

const TYPING_MS = 300;
/** What is shorter says too little. */
const MIN_LENGTH = 12;
const MAX_LENGTH = 2000;

/** Questions of the shop with answers that fit what somebody writes; they open in place. */
export function SuggestedQuestions({ text, onAnswered }: Props) {
  const { t } = useI18n();
  const faqs = useSuggestions(text.trim());
  return (
    <Live>
      {faqs.length ? (
        <section className="stack faq" aria-labelledby="suggested-title">
          <h3 id="suggested-title">{t('support.suggested')}</h3>
          {faqs.map((faq) => (
            <details key={faq.id} className="panel">
              <summary {...inLanguage(faq.locale)}>{faq.question}</summary>
              <div className="stack" {...inLanguage(faq.locale)}>
                <RichText html={faq.answer_html} />
                <div>
                  <Button type="button" variant="secondary" size="small" onClick={onAnswered}>
                    {t('support.answers_it')}
                  </Button>
                </div>
              </div>
            </details>
          ))}
        </section>
      ) : null}
    </Live>
  );
}

/** Asked for once somebody stops typing for a moment; while they can't be had, the last ones stay. */
function useSuggestions(text: string): Faq[] {
  const [faqs, setFaqs] = useState<Faq[]>([]);
  useEffect(() => {
    if (text.length < MIN_LENGTH) return setFaqs([]);
    const left = new AbortController();
    const typing = setTimeout(async () => {
      const body = new URLSearchParams({ text: text.slice(0, MAX_LENGTH) });
      const request = { method: 'POST', body, redirect: 'manual', signal: left.signal } as const;
      const answer = await fetch(href('/support/suggestions'), request).catch(() => null);
      const found: Faq[] | null = answer?.ok ? await answer.json().catch(() => null) : null;
      if (found && !left.signal.aborted) setFaqs(found);
    }, TYPING_MS);
    return () => {
      clearTimeout(typing);
      left.abort();
    };
  }, [text]);
  return faqs;
}
