import type { EditedText, EditorCalls } from '#contracts/content/editor-calls.ts';
import { serve } from '#platform/http/serve.ts';
import { changeText } from './change-text.ts';
import { decideText } from './decide-text.ts';
import { getText } from './get-text.ts';
import type { Kind } from './kind.ts';
import { listTexts } from './list-texts.ts';
import { removeText } from './remove-text.ts';
import { writeText } from './write-text.ts';

/** The routes by which staff edits texts of one kind. */
export const editorRoutes = <Text extends EditedText, Body>(calls: EditorCalls<Text, Body>, kind: Kind<Text>) => [
  serve(calls.listTexts, listTexts(kind)),
  serve(calls.getText, getText(kind)),
  serve(calls.writeText, writeText(kind)),
  serve(calls.changeText, changeText(kind)),
  serve(calls.removeText, removeText(kind)),
  serve(calls.decideText, decideText(kind)),
];
