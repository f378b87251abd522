import { useState } from 'react';
import { type CodeMask, codeFormat } from '#contracts/supply/codes/code-format.ts';
import { type JudgedCode, judgeCode } from '#contracts/supply/codes/judge-code.ts';
import { type Formatters, useI18n } from '#web/i18n/use-i18n.ts';
import { Textarea } from '#web/ui/controls/field.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Live } from '#web/ui/feedback/live.tsx';

interface Props {
  /** As it was typed so far. */
  mask: CodeMask | object;
  /** What came back with the page. */
  typed: string | undefined;
  /** Scripts run: then nothing of the codes leaves the browser. */
  scripted: boolean;
}

const SHOWN = 20;

/**
 * Codes as the issuer's file writes them, each judged by the mask as the importer will judge it. They may be worth money: they
 * are judged here, by the importer's own rules, and sent only where no script runs; nothing keeps them.
 */
export function ExampleCodes({ mask, typed = '', scripted }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const [text, setText] = useState(typed);
  const parsed = codeFormat.shape.code.safeParse(mask);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    <>
      <Textarea
        name={scripted ? '' : 'examples'}
        id="examples"
        label={t('programmes.examples')}
        hint={t('programmes.examples_hint')}
        rows={3}
        maxLength={4000}
        spellCheck={false}
        autoComplete="off"
        defaultValue={typed}
        onChange={({ target }) => setText(target.value)}
      />
      <Live as="ol" className="example-codes" aria-label={t('programmes.examples_judged')}>
        {parsed.success
          ? lines
              .slice(0, SHOWN)
              .map((line, at) => <Judged key={at} line={line} judged={judgeCode(parsed.data, line)} />)
          : null}
      </Live>
    </>
  );
}

function Judged({ line, judged }: { line: string; judged: JudgedCode }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <li>
      <code>{line.trim()}</code>{' '}
      {judged.fits ? (
        <>
          <Tag tone="good">{t('programmes.fits')}</Tag>{' '}
          {judged.written === line.trim() ? null : (
            <span className="small muted">{t('programmes.fits_as', { code: judged.written })}</span>
          )}
        </>
      ) : (
        <>
          <Tag tone="bad">{t('programmes.fits_not')}</Tag> <span className="small">{reasonOf(judged, i18n)}</span>
        </>
      )}
    </li>
  );
}

function reasonOf(judged: Extract<JudgedCode, { fits: false }>, { t }: Formatters): string {
  switch (judged.why) {
    case 'length':
      return t('programmes.misfit.length', { expected: judged.expected, found: judged.found });
    case 'characters':
      return t('programmes.misfit.characters', { characters: [...judged.characters].join(' ') });
    case 'start':
      return t('programmes.misfit.start', { start: judged.start });
    case 'check_digit':
      return t('programmes.misfit.check_digit');
  }
}
