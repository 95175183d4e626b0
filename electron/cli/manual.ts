// The manual page, in the language of man(7), made from the grammar of the command line.
import type { Command } from 'commander';
import { exitCodeMeanings } from './exit-codes';

const environment = [
  ['STOWAGE_CONNECTION_STRING', 'The account, where no option names one.'],
  ['STOWAGE_STATE_DIR', 'The folder of journals, settings and saved connections.'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'The proxy, where the settings name none.'],
  ['NODE_EXTRA_CA_CERTS', 'A file of further certificate authorities to trust.'],
] as const;

export function manualPage(program: Command): string {
  const lines = [
    `.TH STOWAGE 1 "" "Stowage ${program.version() ?? ''}" "User Commands"`,
    '.SH NAME',
    'stowage \\- tables and blobs of Azure Storage from the command line',
    '.SH SYNOPSIS',
    '.B stowage',
    '[\\fIoptions\\fR] \\fIcommand\\fR [\\fIarguments\\fR]',
    '.SH DESCRIPTION',
    escaped(program.description()),
    'Without arguments the packaged program opens the window, stowage\\-desktop, where there is a display.',
    '.SH OPTIONS',
    'They are accepted by every command.',
    ...optionsOf(program),
    '.SH COMMANDS',
    ...commandsOf(program, 'stowage'),
    '.SH EXIT STATUS',
    ...exitCodeMeanings.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, escaped(meaning)]),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, meaning]) => ['.TP', `.B ${escaped(name)}`, escaped(meaning)]),
  ];
  return `${lines.join('\n')}\n`;
}

function commandsOf(command: Command, path: string): string[] {
  return command.commands.flatMap((child) => {
    const name = `${path} ${child.name()}`;
    if (child.commands.length > 0) return commandsOf(child, name);
    const usage = child.usage() === '' ? '' : ` ${child.usage()}`;
    return [`.SS ${escaped(`${name}${usage}`)}`, escaped(child.description()), ...optionsOf(child)];
  });
}

const optionsOf = (command: Command): string[] =>
  command.options
    .filter((option) => !option.hidden)
    .flatMap(({ flags, description }) => ['.TP', `.B ${escaped(flags)}`, escaped(description)]);

/** A full stop or an apostrophe begins a request at the start of a line; hyphens are minus signs, to be copied. */
function escaped(text: string): string {
  const line = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('\n', ' ');
  return /^[.']/.test(line) ? `\\&${line}` : line;
}
