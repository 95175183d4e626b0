// Renders one topic of the guide: paragraphs, lists, tables, and current key bindings.
import { t } from '@shared/strings/t';
import { useSettings } from '@renderer/bridge';
import { bindingsNow } from '@renderer/keys/keys';
import { KeyCap } from '@renderer/ui';
import type { Block, Inline, Line, Topic } from './guide-text';
import { showTopic } from '@renderer/help/help';
import styles from './help.module.css';
import { commandKey, guideLanguage, isKeys, keysOfTopic } from './topics';

export function TopicText({ topic }: { readonly topic: Topic }) {
  const bindings = bindingsNow(useSettings((settings) => settings.shortcuts));
  const keys = keysOfTopic(topic.id, bindings);
  return (
    <article className={styles.topic} aria-label={topic.title} lang={guideLanguage} dir="ltr">
      <h3 className={styles.topicTitle}>{topic.title}</h3>
      {topic.blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
      {keys.length > 0 && (
        <section aria-label={t`Keyboard`}>
          <h4 className={styles.heading}>{t`Keyboard`}</h4>
          <dl className={styles.keys}>
            {keys.map(({ does, labels }) => (
              <div key={does}>
                <dt>{does}</dt>
                <dd>{labels.length === 0 ? t`no key` : labels.map((label) => <KeyCap key={label} keys={label} />)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </article>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <LineView line={block.line} />
      </p>
    );
  }
  if (block.kind === 'list') {
    const items = block.items.map((line, index) => (
      <li key={index}>
        <LineView line={line} />
      </li>
    ));
    return block.order === 'numbered' ? <ol>{items}</ol> : <ul>{items}</ul>;
  }
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {block.head.map((line, index) => (
            <th key={index} scope="col">
              <LineView line={line} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, index) => (
          <tr key={index}>
            {row.map((line, column) => (
              <td key={column}>
                <LineView line={line} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LineView({ line }: { readonly line: Line }) {
  return line.map((piece, index) => <Piece key={index} piece={piece} />);
}

function Piece({ piece }: { readonly piece: Inline }) {
  const bindings = bindingsNow(useSettings((settings) => settings.shortcuts));
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'strong':
      return <strong>{piece.text}</strong>;
    case 'code': {
      const key = commandKey(piece.text, bindings);
      if (key !== undefined) return <KeyCap keys={key} />;
      return isKeys(piece.text) ? <KeyCap keys={piece.text} /> : <code>{piece.text}</code>;
    }
    case 'topic':
      return (
        <button type="button" className={styles.link} onClick={() => showTopic(piece.topic)}>
          {piece.text}
        </button>
      );
  }
}
