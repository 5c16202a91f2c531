import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import useSWR from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ImportDialog } from '@/components/records/import-dialog'
import { keys } from '@/hooks/keys'
import { readCsv } from '@/lib/csv'
import { number, secret, text } from '@/lib/records/field-builders'
import { defineResource, type Resource } from '@/lib/records/resource'
import { callBlockRule } from '@/lib/resources/call-block-rule'
import { didCondition } from '@/lib/resources/did-condition'
import { outboundRoute } from '@/lib/resources/outbound-route'
import { answer, asksBeforeLeaving, extension, open, TENANT } from './fake-backend'

const stock = defineResource({
  table: 'inventory',
  section: 'inventory',
  noun: 'stock item',
  fields: {
    name: text({ required: true }),
    purchase_cost: number({ min: 0, max: 9999, empty: null, places: 2 }),
  },
  sort: { column: 'name' },
  importKey: ['name'],
  label: ({ name }) => name,
}) as unknown as Resource

const room = defineResource({
  table: 'conference_rooms',
  section: 'telephony',
  noun: 'room',
  fields: { name: text({ required: true }), pin: secret({ label: 'PIN' }) },
  sort: { column: 'name' },
  importKey: ['name'],
  label: ({ name }) => name,
}) as unknown as Resource

const backend = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('@/lib/session/session-store', async (original) => ({
  ...(await original<object>()),
  currentUser: () => ({ id: 'ada' }),
}))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))

const file = (lines: string) => new File([lines], 'extensions.csv', { type: 'text/csv' })
const sent = () =>
  backend.rpc.mock.calls.filter(([name]) => name === 'import_records').map(([, asked]) => asked)

/** Waits for the file that the page downloads, and reads it. */
function downloads() {
  const blobs: Blob[] = []
  const names: string[] = []
  URL.createObjectURL = (blob: Blob) => `blob:${blobs.push(blob)}`
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return async () => {
    const blob = await vi.waitUntil(() => blobs[0])
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())
    return { name: names[0], type: blob.type, text }
  }
}

async function choose(lines: string, resource: Resource = extension) {
  const onClose = vi.fn()
  const { user } = open(<ImportDialog resource={resource} onClose={onClose} />)
  await user.upload(await screen.findByLabelText('CSV file'), file(lines))
  return { user, onClose }
}

async function chooseLarge() {
  const lines = Array.from({ length: 2500 }, (_, n) => `${n + 1000},Desk`)
  const opened = await choose(['Number,Name', ...lines].join('\n'))
  await opened.user.click(await screen.findByRole('button', { name: 'Check 2,500 rows' }))
  return opened
}

beforeEach(() => {
  window.localStorage.clear()
  backend.rpc
    .mockReset()
    .mockImplementation(async (_name, { rows }: { rows: unknown[] }) =>
      answer(rows.map((_, index) => ({ row_number: index + 1, outcome: 'insert', message: null }))),
    )
})

describe('importing a CSV file', () => {
  test('imports the file chosen last, though one chosen before takes longer to be read', async () => {
    const { user } = open(<ImportDialog resource={extension} onClose={() => undefined} />)
    const bytes = Promise.withResolvers<ArrayBuffer>()
    const large = new File(['Number,Name'], 'wrong.csv', { type: 'text/csv' })
    large.arrayBuffer = () => bytes.promise
    const box = await screen.findByLabelText('CSV file')
    await user.upload(box, large)
    await user.upload(box, file('Number,Name\n2001,Desk'))
    await screen.findByText('extensions.csv: 1 row.')
    await act(async () => bytes.resolve(new TextEncoder().encode('Number,Name\n3001,A\n3002,B').buffer))
    expect(screen.getByText('extensions.csv: 1 row.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toBeEnabled()
  })

  test('says what to do about a file that cannot be read, and nothing of other errors', async () => {
    const { user } = open(<ImportDialog resource={extension} onClose={() => undefined} />)
    const box = await screen.findByLabelText('CSV file')
    const changed = file('')
    changed.arrayBuffer = () => Promise.reject(new DOMException('Refused.', 'NotReadableError'))
    await user.upload(box, changed)
    expect(await screen.findByText('The file could not be read. Choose it again.')).toBeVisible()
    backend.rpc.mockRejectedValue(new TypeError('Cannot read properties of undefined'))
    await user.upload(box, file('Number,Name\n2001,Desk'))
    await user.click(await screen.findByRole('button', { name: 'Check 1 row' }))
    expect(await screen.findByText('Something went wrong.')).toBeVisible()
  })

  test('matches columns by heading, checks every row, and imports all of them', async () => {
    const { user, onClose } = await choose('number,Name,Enabled\r\n2001,Desk,no\r\n2002,"Lab, rear",yes\r\n')
    expect(await screen.findByRole('combobox', { name: 'Number' })).toHaveDisplayValue('number')
    await user.click(screen.getByRole('button', { name: 'Check 2 rows' }))
    expect(await screen.findByText('2 to be added')).toBeInTheDocument()
    expect(sent()[0]).toMatchObject({ dry_run: true, key_columns: ['extension'], tenant: TENANT.id })
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByText('2 added')).toBeInTheDocument()
    expect(sent()[1]).toMatchObject({
      dry_run: false,
      rows: [
        { extension: '2001', effective_caller_id_name: 'Desk', enabled: false },
        { extension: '2002', effective_caller_id_name: 'Lab, rear', enabled: true },
      ],
    })
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('shows no progress above Done, so that the button does not move while the page is refetched', async () => {
    const { promise: fetched, resolve: fetch } = Promise.withResolvers<string>()
    let list = async () => 'the list'
    function Page() {
      useSWR(keys.records(null, 'extensions'), () => list())
      return <ImportDialog resource={extension} onClose={vi.fn()} />
    }
    const { user } = open(<Page />)
    await user.upload(await screen.findByLabelText('CSV file'), file('Number,Name\r\n2001,Desk\r\n'))
    await user.click(await screen.findByRole('button', { name: 'Check 1 row' }))
    await screen.findByText('1 to be added')
    const refetch = vi.fn(() => fetched)
    list = refetch
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByRole('button', { name: 'Done' })).toBeInTheDocument()
    expect(refetch).toHaveBeenCalledOnce()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    fetch('the list with the new extension')
  })

  test('asks for the encoding of a file that is not UTF-8, and uses the answer', async () => {
    const bytes = Uint8Array.from([...'Number,Name\r\n2001,Rene\r\n'].map((letter) => letter.charCodeAt(0)))
    bytes[bytes.lastIndexOf(0x65)] = 0x8e
    const { user } = open(<ImportDialog resource={extension} onClose={vi.fn()} />)
    await user.upload(await screen.findByLabelText('CSV file'), new File([bytes], 'mac.csv'))
    const lines = await screen.findByRole('list', { name: 'Lines of the file' })
    expect(lines).toHaveTextContent('2001,RenŽ')
    const choice = screen.getByRole('combobox', { name: 'Read the file as' })
    expect(choice).toHaveDisplayValue('Western European (Windows-1252)')
    await user.selectOptions(choice, 'Western European (Mac)')
    await waitFor(() => expect(lines).toHaveTextContent('2001,René'))
    await user.click(screen.getByRole('button', { name: 'Check 1 row' }))
    expect(await screen.findByText('1 to be added')).toBeInTheDocument()
    expect(sent()[0]).toMatchObject({ rows: [{ effective_caller_id_name: 'René' }] })
  })

  test('reports the line of an unclosed quotation mark, and imports nothing', async () => {
    const { user } = await choose('Number,Name\r\n2001,Desk\r\n2002,"Lab\r\n2003,Hall\r\n')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Line 3: a quotation mark opens a cell and is never closed. Nothing was imported.',
    )
    expect(screen.queryByRole('button', { name: /^Check/ })).not.toBeInTheDocument()
    await user.upload(screen.getByLabelText('CSV file'), file('Number,Name\r\n2001,Desk\r\n'))
    expect(await screen.findByRole('button', { name: 'Check 1 row' })).toBeEnabled()
    await user.upload(screen.getByLabelText('CSV file'), file('Number,Name\r\n2001,"Desk\r\n'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Line 2: a quotation mark')
    expect(screen.queryByRole('button', { name: /^Check/ })).not.toBeInTheDocument()
  })

  test('lists the columns and rows that are not imported', async () => {
    const { user } = await choose(
      'Number,Name,Mood\r\n2001,Desk,good\r\n2002,Lab,good,rear\r\n2003,T\uFFFDl,ok\r\n',
    )
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This column is not imported unless you match a field to it: Mood.',
    )
    await user.click(screen.getByRole('button', { name: 'Check 3 rows' }))
    const refused = await screen.findByRole('region', { name: 'Rejected rows' })
    expect(
      within(refused)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringContaining('The row has more cells than the first line names columns.'),
      expect.stringContaining('Letters were lost (\uFFFD) before the file was saved.'),
    ])
    expect(screen.getByRole('button', { name: 'Import the other row' })).toBeEnabled()
  })

  test('tells columns with the same heading apart by their places', async () => {
    await choose('Number,Name,Mood,Name\r\n2001,Desk,good,Dana\r\n')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'These columns are not imported unless you match a field to it: Mood, Name (column 4).',
    )
    const names = within(screen.getByRole('combobox', { name: 'Name' })).getAllByRole('option')
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Not in the file',
      'Number',
      'Name (column 2)',
      'Mood',
      'Name (column 4)',
    ])
  })

  test('tells which columns it takes for mere information, in an export as in a file made by hand', async () => {
    const columns = [...extension.columns, { id: 'calls', header: 'Last call' }]
    await choose('Number,Name,Last call\r\n2001,Desk,2026-03-02\r\n', { ...extension, columns })
    expect(await screen.findByText('For information only, not imported: Last call.')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('leaves fields alone whose columns are empty throughout, until they are matched by hand', async () => {
    const template = (lines: string) => file(`Number,Name,Enabled,Description\n${lines}`)
    const { user } = open(<ImportDialog resource={extension} onClose={vi.fn()} />)
    await user.upload(await screen.findByLabelText('CSV file'), template('2001,Desk,,\n2002,Lab,, '))
    const told = 'Empty, not imported unless you match a field to it: Enabled, Description.'
    expect(await screen.findByText(told)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Check 2 rows' }))
    await screen.findByText('2 to be added')
    const fields = () =>
      sent()
        .at(-1)
        .rows.map((row: object) => Object.keys(row).toSorted())
    expect(fields()).toEqual(Array(2).fill(['effective_caller_id_name', 'extension']))
    await user.click(screen.getByRole('button', { name: 'Back to columns' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Description' }), 'Description')
    await user.click(screen.getByRole('button', { name: 'Check 2 rows' }))
    await screen.findByText('2 to be added')
    expect(sent().at(-1).rows).toMatchObject([{ description: '' }, { description: '' }])
    await user.click(screen.getByRole('button', { name: 'Back to columns' }))
    await user.upload(screen.getByLabelText('CSV file'), template('2001,Desk,no,Door'))
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Enabled' })).toHaveDisplayValue('Enabled'),
    )
    await user.upload(screen.getByLabelText('CSV file'), template('2001,Desk,no,'))
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Description' })).toHaveDisplayValue('Not in the file'),
    )
  })

  test.each<[string, Resource, string, string, string, string]>([
    [
      'the toll class of routes',
      outboundRoute,
      'Name,Toll class,Order',
      'Dialed numbers',
      'Toll class',
      'Dialed numbers, or none for Toll class',
    ],
    [
      'the caller ID of routes',
      outboundRoute,
      'Name,Caller ID number,Order',
      'Dialed numbers',
      'Caller ID number',
      'Dialed numbers, or none for Caller ID number',
    ],
    [
      'where blocked callers go',
      callBlockRule,
      'Direction,Match,Number,Send to',
      'Action',
      'Send to',
      'Action, or none for Send to',
    ],
    [
      'the callers of conditions',
      didCondition,
      'Number,Position,Goes to,Caller',
      'Callers',
      'Caller',
      'Callers, or none for Caller',
    ],
  ])(
    'stores %s only as the column says that decides it',
    async (_what, resource, header, deciding, decided, wanted) => {
      const { user } = await choose(`${header}\r\n${header.replaceAll(/[^,]+/g, '1')}\r\n`, resource)
      expect(await screen.findByText(`Choose the column for ${wanted}.`)).toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Check 1 row' })).toBeDisabled()
      const column = screen.getByRole('combobox', { name: decided })
      const chosen = column.querySelector<HTMLOptionElement>('option:checked')?.value ?? ''
      await user.selectOptions(column, '')
      expect(screen.getByRole('button', { name: 'Check 1 row' })).toBeEnabled()
      await user.selectOptions(column, chosen)
      await user.selectOptions(screen.getByRole('combobox', { name: deciding }), chosen)
      expect(screen.getByRole('button', { name: 'Check 1 row' })).toBeEnabled()
    },
  )

  test('waits until the key is assigned a column', async () => {
    const { user } = await choose('What,Name\r\n2001,Desk\r\n')
    expect(await screen.findByText('Choose the column for Number.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toBeDisabled()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Number' }), 'What')
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toBeEnabled()
  })

  test('reports each rejected row by its line in the file, and can import the others', async () => {
    backend.rpc.mockImplementation(async () =>
      answer([
        { row_number: 1, outcome: 'insert', message: null },
        {
          row_number: 2,
          outcome: 'error',
          message: 'new row for relation "extensions" violates check constraint "extensions_extension_check"',
        },
      ]),
    )
    const { user } = await choose('Number,Enabled\r\n2001,yes\r\n2002,perhaps\r\n2003,no\r\nx,no\r\n')
    await user.click(await screen.findByRole('button', { name: 'Check 4 rows' }))
    const refused = await screen.findByRole('region', { name: 'Rejected rows' })
    expect(
      within(refused)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Row 32002Enabled: "perhaps" is not yes or no.',
      'Row 42003Number: This value is not allowed here.',
      'Row 5xNumber: Enter an extension of 2 to 7 digits.',
    ])
    expect(sent()).toHaveLength(1)
    backend.rpc.mockImplementation(async () => answer([{ row_number: 1, outcome: 'insert', message: null }]))
    await user.click(screen.getByRole('button', { name: 'Import the other row' }))
    expect(await screen.findByText('1 added')).toBeInTheDocument()
    expect(sent()[1]).toMatchObject({ dry_run: false, rows: [{ extension: '2001', enabled: true }] })
    expect(screen.getByText('3 rejected')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Download all 3' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Done' })).toBeInTheDocument()
  })

  test('imports nothing when every row is rejected', async () => {
    const { user } = await choose('Number,Enabled\r\nx,yes\r\n')
    await user.click(await screen.findByRole('button', { name: 'Check 1 row' }))
    await screen.findByRole('region', { name: 'Rejected rows' })
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled()
  })

  test('remembers which columns were matched or left out', async () => {
    const { user } = await choose('Apparatus,Name\r\n2001,Desk\r\n')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Number' }), 'Apparatus')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Name' }), 'Not in the file')
    await user.click(screen.getByRole('button', { name: 'Check 1 row' }))
    await screen.findByText('1 to be added')
    await user.click(screen.getByRole('button', { name: 'Back to columns' }))
    await user.upload(screen.getByLabelText('CSV file'), file('Name,Enabled,Apparatus\r\nLab,no,2002\r\n'))
    expect(await screen.findByRole('combobox', { name: 'Enabled' })).toHaveDisplayValue('Enabled')
    expect(screen.getByRole('combobox', { name: 'Number' })).toHaveDisplayValue('Apparatus')
    expect(screen.getByRole('combobox', { name: 'Name' })).toHaveDisplayValue('Not in the file')
  })

  test('remembers no column whose heading the file has twice', async () => {
    const lines = 'Apparatus,Name,Apparatus\r\n2001,Desk,2002\r\n'
    const { user } = await choose(lines)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Number' }), '2')
    await user.click(screen.getByRole('button', { name: 'Check 1 row' }))
    await screen.findByText('1 to be added')
    await user.click(screen.getByRole('button', { name: 'Back to columns' }))
    await user.upload(screen.getByLabelText('CSV file'), file(lines))
    expect(await screen.findByRole('combobox', { name: 'Number' })).toHaveDisplayValue('Not in the file')
  })

  test('provides a template with the headings', async () => {
    const { user } = open(<ImportDialog resource={extension} onClose={vi.fn()} />)
    const saved = downloads()
    await user.click(await screen.findByRole('button', { name: 'Download a template' }))
    expect(await saved()).toEqual({
      name: 'extensions-template.csv',
      type: 'text/csv;charset=utf-8',
      text: '\uFEFFNumber,Name,Enabled,Description',
    })
  })

  test.each([
    ['Name,Purchase cost\nDesk,"1,234.50"\nLab,"1,234"', '1,234.56', [1234.5, 1234]],
    ['Name;Purchase cost\nDesk;1.234,50\nLab;1.234', '1.234,56', [1234.5, 1234]],
  ])('parses numbers in the file’s format: %j', async (lines, shown, costs) => {
    const { user } = open(<ImportDialog resource={stock} onClose={vi.fn()} />)
    await user.upload(await screen.findByLabelText('CSV file'), file(lines))
    expect(await screen.findByRole('combobox', { name: 'Number format' })).toHaveDisplayValue(shown)
    await user.click(screen.getByRole('button', { name: 'Check 2 rows' }))
    await screen.findByText('2 to be added')
    expect(sent()[0].rows.map((row: { purchase_cost: number }) => row.purchase_cost)).toEqual(costs)
  })

  test('parses ambiguous numbers as the user chooses', async () => {
    const { user } = open(<ImportDialog resource={stock} onClose={vi.fn()} />)
    await user.upload(await screen.findByLabelText('CSV file'), file('Name,Purchase cost\nDesk,1.234'))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Number format' }), '1.234,56')
    await user.click(screen.getByRole('button', { name: 'Check 1 row' }))
    await screen.findByText('1 to be added')
    expect(sent()[0].rows[0]).toMatchObject({ purchase_cost: 1234 })
  })

  test('provides a file of the rejected rows with the reasons, separated as in the chosen file', async () => {
    const { user } = await choose('Number;Name\r\n2001;Desk\r\n\r\n2001;=cmd\r\n')
    await user.click(await screen.findByRole('button', { name: 'Check 2 rows' }))
    const saved = downloads()
    await user.click(await screen.findByRole('button', { name: 'Download this row' }))
    expect(await saved()).toEqual({
      name: 'extensions-rejected.csv',
      type: 'text/csv;charset=utf-8',
      text: "\uFEFFRow;Problem;Number;Name\r\n4;Number: the same as in row 2.;2001;'=cmd",
    })
  })

  test('keeps the cells of a row that has more than the first line names columns', async () => {
    const { user } = await choose('Number,Name\n2001,"Smith, Ada"\n2002,Smith, John,Sales')
    await user.click(await screen.findByRole('button', { name: 'Check 2 rows' }))
    const saved = downloads()
    await user.click(await screen.findByRole('button', { name: 'Download this row' }))
    const { text } = await saved()
    const again = await readCsv(text)
    expect(again).toMatchObject({
      rows: [['3', expect.any(String), '2002', 'Smith']],
      overlong: new Map([[2, [' John', 'Sales']]]),
    })
  })

  test('replaces the rows’ reasons in a file of rejected rows that is rejected again', async () => {
    const { user } = await choose('Row,Problem,Number,Name\n4,An earlier one,2001,Desk\n5,Another,2001,Lab')
    await user.click(await screen.findByRole('button', { name: 'Check 2 rows' }))
    const saved = downloads()
    await user.click(await screen.findByRole('button', { name: 'Download this row' }))
    expect(await saved()).toMatchObject({
      text: '\uFEFFRow,Problem,Number,Name\r\n3,Number: the same as in row 2.,2001,Lab',
    })
  })

  test('checks and imports a large file in batches', async () => {
    const { user } = await chooseLarge()
    expect(await screen.findByText('2,500 to be added')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByText('2,500 added')).toBeInTheDocument()
    const parts = [1000, 1000, 500]
    expect(sent().map(({ rows, dry_run }) => [rows.length, dry_run])).toEqual([
      ...parts.map((count) => [count, true]),
      ...parts.map((count) => [count, false]),
    ])
  })

  test('is not left without a question while rows are stored', async () => {
    const { user } = await choose('Number,Name\n2001,Desk')
    await user.click(await screen.findByRole('button', { name: 'Check 1 row' }))
    await screen.findByText('1 to be added')
    expect(asksBeforeLeaving()).toBe(false)
    const stored = Promise.withResolvers()
    backend.rpc.mockImplementation(() => stored.promise)
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByRole('progressbar')).toBeVisible()
    expect(asksBeforeLeaving()).toBe(true)
    stored.resolve(answer([{ row_number: 1, outcome: 'insert', message: null }]))
    await screen.findByRole('button', { name: 'Done' })
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false))
  })

  test('reports how much of a large file was imported when a later batch is rejected', async () => {
    const { user, onClose } = await chooseLarge()
    await screen.findByText('2,500 to be added')
    backend.rpc.mockImplementation(async (_name, { rows }: { rows: { extension: string }[] }) =>
      answer(
        rows.map(({ extension: number }, index) =>
          number === '2004'
            ? { row_number: index + 1, outcome: 'error', message: '2004 is already taken by the queue Help.' }
            : { row_number: index + 1, outcome: 'insert', message: null },
        ),
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByText('1,000 added')).toBeInTheDocument()
    expect(screen.getByText('1,499 to be added')).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent(
      '1,000 rows were imported before others were refused. Import the rest;',
    )
    const refused = screen.getByRole('region', { name: 'Rejected rows' })
    expect(within(refused).getByRole('listitem')).toHaveTextContent(
      'Row 10062004' + '2004 is already taken by the queue Help.',
    )
    expect(sent()).toHaveLength(5)
    const store = backend.rpc.getMockImplementation()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    backend.rpc.mockImplementation(async (...asked) => {
      await released
      return store?.(...asked)
    })
    await user.click(screen.getByRole('button', { name: 'Import the other 1,499 rows' }))
    expect(screen.getByRole('alert')).toHaveTextContent('The other rows are being imported.')
    release()
    expect(await screen.findByText('2,499 added')).toBeInTheDocument()
    expect(sent().flatMap(({ rows, dry_run }) => (dry_run ? [] : rows.length))).toEqual([
      1000, 1000, 1000, 499,
    ])
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(onClose.mock.calls[0]?.[0]).toHaveLength(2499)
  })

  test('tells the page also what it added before its columns were matched anew', async () => {
    const { user, onClose } = await chooseLarge()
    await screen.findByText('2,500 to be added')
    backend.rpc.mockImplementation(async (_name, { rows }: { rows: { extension: string }[] }) =>
      answer(
        rows.map((row, index) => ({
          row_number: index + 1,
          outcome: row.extension === '2004' ? 'error' : 'insert',
          message: row.extension === '2004' ? 'Taken.' : null,
        })),
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Import' }))
    await screen.findByText('1,000 added')
    await user.click(screen.getByRole('button', { name: 'Back to columns' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose.mock.calls[0]?.[0]).toHaveLength(1000)
  })

  test('says before the import in which fields it changes how many records', async () => {
    backend.rpc.mockImplementation(async () =>
      answer([
        { row_number: 1, outcome: 'update', message: null, changed: ['enabled', 'effective_caller_id_name'] },
        { row_number: 2, outcome: 'update', message: null, changed: ['enabled'] },
        { row_number: 3, outcome: 'insert', message: null, changed: [] },
      ]),
    )
    const { user } = await choose('Number,Name,Enabled\n2001,Desk,yes\n2002,Lab,yes\n2003,Hall,yes')
    await user.click(await screen.findByRole('button', { name: 'Check 3 rows' }))
    expect(await screen.findByText(/^Changes: Name in 1 row, Enabled in 2 rows\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Import' }))
    await screen.findByText('2 changed')
    expect(screen.queryByText(/^Changes:/)).not.toBeInTheDocument()
  })

  test('says that what it added has no PIN', async () => {
    const { user } = await choose('Name\nBoard', room)
    await user.click(await screen.findByRole('button', { name: 'Check 1 row' }))
    const told = 'Files have no PINs: the added rooms ask for none until you set them.'
    expect(await screen.findByText(told)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Import' }))
    await screen.findByText('1 added')
    expect(screen.getByText(told)).toBeVisible()
  })

  test('counts a single row that is not listed as one', async () => {
    const { user } = await choose(['Number,Name', ...Array(52).fill('2001,Desk')].join('\n'))
    await user.click(await screen.findByRole('button', { name: 'Check 52 rows' }))
    expect(await screen.findByText('1 more row is rejected; the download has all.')).toBeInTheDocument()
  })

  describe('when a response is lost', () => {
    const lost = { data: null, error: { message: 'Failed to fetch' }, status: 0 }

    test('resends the batch, says so, and counts rows stored the first time as added', async () => {
      const { user, onClose } = await chooseLarge()
      await screen.findByText('2,500 to be added')
      const stored = new Set<string>()
      let losing = true
      backend.rpc.mockImplementation(async (_name, { rows }: { rows: { extension: string }[] }) => {
        const outcomes = rows.map(({ extension: number }, index) => {
          const outcome = stored.has(number) ? 'unchanged' : 'insert'
          stored.add(number)
          return { row_number: index + 1, outcome, message: null }
        })
        if (!losing || stored.size <= 1000) return answer(outcomes)
        losing = false
        return lost
      })
      await user.click(screen.getByRole('button', { name: 'Import' }))
      expect(await screen.findByText(/The server did not respond/)).toBeInTheDocument()
      expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1000')
      expect(screen.getByText('1,500 to be added')).toBeInTheDocument()
      expect(await screen.findByText('2,500 added')).toBeInTheDocument()
      expect(screen.queryByText(/The server did not respond/)).not.toBeInTheDocument()
      expect(sent().flatMap(({ rows, dry_run }) => (dry_run ? [] : rows.length))).toEqual([
        1000, 1000, 1000, 500,
      ])
      await user.click(screen.getByRole('button', { name: 'Done' }))
      expect(onClose.mock.calls[0]?.[0]).toHaveLength(2500)
    })

    test('gives up after half a minute, reports its progress, and can continue from there', async () => {
      const { user } = await chooseLarge()
      await screen.findByText('2,500 to be added')
      const inserts = (rows: unknown[]) =>
        rows.map((_, index) => ({ row_number: index + 1, outcome: 'insert', message: null }))
      let reachable = 1
      backend.rpc.mockImplementation(async (_name, { rows }: { rows: unknown[] }) => {
        reachable -= 1
        return reachable < 0 ? lost : answer(inserts(rows))
      })
      await importUntilGivenUp(user)
      expect(
        await screen.findByText(/the last rows that were sent may be imported already\. Import again/),
      ).toBeInTheDocument()
      expect(
        screen.getByText(/^1,000 rows are imported\. Import goes on with the others/),
      ).toBeInTheDocument()
      expect(sent().filter(({ dry_run }) => !dry_run)).toHaveLength(6)
      reachable = 9
      await user.click(screen.getByRole('button', { name: 'Import the other 1,500 rows' }))
      expect(await screen.findByText('2,500 added')).toBeInTheDocument()
      expect(
        sent()
          .slice(-2)
          .map(({ rows }) => rows.length),
      ).toEqual([1000, 500])
    })

    test('never says that nothing is imported once it has sent rows', async () => {
      const { user } = await chooseLarge()
      await screen.findByText('Nothing is imported yet. This is what will happen.')
      backend.rpc.mockResolvedValue(lost)
      await importUntilGivenUp(user)
      expect(await screen.findByText('This is what will happen.')).toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Import' })).toBeEnabled()
    })

    test('retries the check too', async () => {
      backend.rpc.mockResolvedValueOnce(lost)
      const { user } = await choose('Number,Name\r\n2001,Desk\r\n')
      await user.click(await screen.findByRole('button', { name: 'Check 1 row' }))
      expect(await screen.findByText('1 to be added')).toBeInTheDocument()
    })
  })

  test('reports a file without rows', async () => {
    await choose('Number,Name\r\n')
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(alert).toHaveTextContent('The file has no rows'))
    expect(within(document.body).queryByRole('button', { name: /^Check/ })).not.toBeInTheDocument()
  })
})

/** Imports while the server does not respond, until nothing is sent again. */
async function importUntilGivenUp(user: UserEvent): Promise<void> {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    await user.click(screen.getByRole('button', { name: 'Import' }))
    await screen.findByText(/The server did not respond/)
    await vi.advanceTimersByTimeAsync(40_000)
  } finally {
    vi.useRealTimers()
  }
}
