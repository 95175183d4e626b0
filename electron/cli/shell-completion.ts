// Completion scripts of four shells, made from the grammar of the command line. Each script holds one table: the
// commands and options below each command path. The words before the cursor choose the entry, skipping options and their
// values; where the table has nothing to offer, the shell completes file names. Starting the program at every Tab would
// take a quarter of a second.
import type { Command } from 'commander';
import { invalidInput } from '@shared/errors';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof shells)[number];

interface Suggestion {
  readonly name: string;
  readonly description: string;
}

interface Entry {
  /** Names of the commands, each after a slash: `/jobs/list`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Suggestion[];
  readonly options: readonly Suggestion[];
}

interface Grammar {
  readonly entries: readonly Entry[];
  /** Options that are followed by a value. */
  readonly valued: readonly string[];
  /** `PATH OPTION` where the option is followed by a value in some commands only. */
  readonly valuedAt: readonly string[];
  /** What can follow an option, by its name, where that is one of a few words. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
}

/** @throws StowageError `invalid.input` for a shell that has no script */
export function completionScript(program: Command, shell: string): string {
  const isKnown = (name: string): name is Shell => (shells as readonly string[]).includes(name);
  if (!isKnown(shell)) throw invalidInput('SHELL', `"${shell}" has no completion.`, `Use one of ${shells.join(', ')}.`);
  return scripts[shell](grammarOf(program));
}

/** The options that all commands have, which are the same objects in each entry. */
function sharedBy(entries: readonly Entry[]): readonly Suggestion[] {
  const [first] = entries;
  return (first?.options ?? []).filter((option) => entries.every(({ options }) => options.includes(option)));
}

/** Flags of the program are accepted by each of its commands. */
export function grammarOf(program: Command): Grammar {
  const paths = new Map<string, { readonly valued: string[]; flags: number }>();
  const choices = new Map<string, readonly string[]>();
  const optionsOf = (command: Command, path: string): Suggestion[] =>
    command.options.flatMap(({ long, short, description, required, hidden, argChoices }) => {
      for (const each of [long, short]) {
        if (each === undefined) continue;
        const found = paths.get(each) ?? { valued: [], flags: 0 };
        paths.set(each, found);
        if (required) found.valued.push(path);
        else found.flags += 1;
        if (argChoices !== undefined) choices.set(each, argChoices);
      }
      const name = long ?? short ?? '';
      return name === '' || hidden ? [] : [{ name, description }];
    });
  const shared = optionsOf(program, '');
  const help = { name: '--help', description: 'display help for command' };
  const entryOf = (command: Command, path: string): Entry[] => {
    const own = command === program ? [] : optionsOf(command, path);
    return [
      {
        path,
        commands: command.commands.flatMap((child) =>
          [child.name(), ...child.aliases()].map((name) => ({ name, description: child.description() })),
        ),
        options: [...own, ...shared, help],
      },
      ...command.commands.flatMap((child) =>
        [child.name(), ...child.aliases()].flatMap((name) => entryOf(child, `${path}/${name}`)),
      ),
    ];
  };
  const entries = entryOf(program, '').map((entry, _, all) =>
    // Help is about the commands.
    entry.path === '/help' ? { ...entry, commands: all[0]?.commands ?? [] } : entry,
  );
  const valued = [...paths].filter(([, uses]) => uses.flags === 0).map(([name]) => name);
  const valuedAt = [...paths].flatMap(([name, uses]) =>
    uses.flags === 0 ? [] : uses.valued.map((path) => `${path} ${name}`),
  );
  return { entries, valued: valued.sort(), valuedAt, choices };
}

const names = (suggestions: readonly Suggestion[]): string => suggestions.map(({ name }) => name).join(' ');
/** In single quotes, as all of these shells understand it. Descriptions lose their own quotes. */
const quoted = (text: string): string => `'${text.replaceAll(/['\n\u2018-\u201b]/g, ' ')}'`;

const scripts: Readonly<Record<Shell, (grammar: Grammar) => string>> = {
  bash: ({ entries, valued, valuedAt, choices }) => `# bash completion of stowage: source <(stowage completion bash)
_stowage() {
  local cur=\${COMP_WORDS[COMP_CWORD]} path= skip= word index commands options
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ -n $skip ]]; then
      skip=
    elif [[ $word == -* ]]; then
      [[ ${quoted(` ${valued.join(' ')} `)} == *" $word "* ]] && skip=$word
      [[ ${quoted(` ${valuedAt.join(' ')} `)} == *" $path $word "* ]] && skip=$word
    else
      case $path/$word in
        ${pathsOf(entries).join(' | ')}) path=$path/$word ;;
      esac
    fi
  done
  if [[ -n $skip ]]; then
    case $skip in
${[...choices].map(([name, values]) => `      ${name}) COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$cur")) ;;`).join('\n')}
    esac
    return
  fi
  case $path in
${entries
  .map(
    ({ path, commands, options }) =>
      `    ${quoted(path)}) commands=${quoted(names(commands))} options=${quoted(names(options))} ;;`,
  )
  .join('\n')}
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$commands" -- "$cur"))
  fi
}
complete -o default -F _stowage stowage
`,

  zsh: ({ entries, valued, valuedAt, choices }) => `#compdef stowage
# zsh completion of stowage: source <(stowage completion zsh), or a file _stowage in a folder of $fpath
_stowage() {
  local route= skip= word
  local -a commands options
  for word in \${words[2,CURRENT-1]}; do
    if [[ -n $skip ]]; then
      skip=
    elif [[ $word == -* ]]; then
      [[ ${quoted(` ${valued.join(' ')} `)} == *" $word "* ]] && skip=$word
      [[ ${quoted(` ${valuedAt.join(' ')} `)} == *" $route $word "* ]] && skip=$word
    else
      case $route/$word in
        ${pathsOf(entries)
          .map((path) => `(${path})`)
          .join(' | ')
          .replaceAll(/\) \| \(/g, '|')} route=$route/$word ;;
      esac
    fi
  done
  case $route in
${entries
  .map(
    ({ path, commands, options }) =>
      `    (${quoted(path)}) commands=(${commands.map(zshItem).join(' ')}) options=(${options.map(zshItem).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  if [[ -n $skip ]]; then
    case $skip in
${[...choices].map(([name, values]) => `      (${name}) compadd -- ${values.join(' ')} ;;`).join('\n')}
      (*) _files ;;
    esac
  elif [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif (( $#commands )); then
    _describe command commands
  else
    _files
  fi
}
if [[ \${funcstack[1]-} == _stowage ]]; then
  _stowage "$@"
else
  compdef _stowage stowage
fi
`,

  fish: ({ entries, valued, valuedAt, choices }) => `# fish completion of stowage: stowage completion fish | source
function __stowage_route
  set -l route
  set -l skip
  for word in (commandline -opc)[2..-1]
    if test -n "$skip"
      set skip
    else if string match -q -- '-*' $word
      contains -- $word ${valued.join(' ')}; and set skip 1
      contains -- "$route $word" ${valuedAt.map(quoted).join(' ')}; and set skip 1
    else if contains -- "$route/$word" ${pathsOf(entries).join(' ')}
      set route "$route/$word"
    end
  end
  test -n "$skip"; and return 1
  test "$route" = "$argv[1]"
end
complete -c stowage -e
${sharedBy(entries)
  .map(
    ({ name, description }) =>
      `complete -c stowage -l ${name.slice(2)}${valued.includes(name) ? ' -r' : ''}${fishChoices(name, choices)} -d ${quoted(description)}`,
  )
  .join('\n')}
${entries
  .flatMap(({ path, commands, options }) => {
    const shared = new Set(sharedBy(entries));
    const at = `complete -c stowage -n "__stowage_route '${path}'"`;
    return [
      ...commands.map(({ name, description }) => `${at} -f -a ${name} -d ${quoted(description)}`),
      ...options
        .filter((option) => !shared.has(option))
        .map(
          ({ name, description }) =>
            `${at} -l ${name.slice(2)}${valued.includes(name) || valuedAt.includes(`${path} ${name}`) ? ' -r' : ''}${fishChoices(name, choices)} -d ${quoted(description)}`,
        ),
    ];
  })
  .join('\n')}
`,

  powershell: ({ entries, valued, valuedAt, choices }) => `# PowerShell completion of stowage:
# stowage completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName stowage -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $valued = @(${valued.map(quoted).join(', ')})
  $valuedAt = @(${valuedAt.map(quoted).join(', ')})
  $choices = @{ ${[...choices].map(([name, values]) => `${quoted(name)} = @(${values.map(quoted).join(', ')})`).join('; ')} }
  $table = @{
${entries
  .map(
    ({ path, commands, options }) =>
      `    ${quoted(path)} = @(${[...commands, ...options]
        .map(({ name, description }) => `@(${quoted(name)}, ${quoted(description)})`)
        .join(', ')})`,
  )
  .join('\n')}
  }
  $path = ''
  $option = ''
  $skip = $false
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    $word = $element.ToString()
    if ($element.Extent.EndOffset -ge $cursorPosition -and $wordToComplete -ne '') { break }
    if ($skip) { $skip = $false }
    elseif ($word.StartsWith('-')) { $option = $word; $skip = ($valued -ccontains $word) -or ($valuedAt -ccontains "$path $word") }
    elseif ($table.ContainsKey("$path/$word")) { $path = "$path/$word" }
  }
  if ($skip) {
    return $choices[$option] | Where-Object { $_ -and $_.StartsWith($wordToComplete) }
  }
  $table[$path] | Where-Object { $_[0].StartsWith($wordToComplete) -and ($wordToComplete -ne '' -or -not $_[0].StartsWith('-')) } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1] + ' ') }
}
`,
};

const fishChoices = (name: string, choices: Grammar['choices']): string => {
  const values = choices.get(name);
  return values === undefined ? '' : ` -f -a ${quoted(values.join(' '))}`;
};

/** The paths of all commands; the program itself has none. */
const pathsOf = (entries: readonly Entry[]): string[] => entries.flatMap(({ path }) => (path === '' ? [] : [path]));

/** `_describe` separates a name from its description by a colon. */
const zshItem = ({ name, description }: Suggestion): string => quoted(`${name}:${description.replaceAll(':', ';')}`);
