import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ImportDialog } from '@/components/records/import-dialog'
import * as download from '@/lib/download'
import { answer, extension, open, TENANT } from './fakes'

const backend = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))

const file = (text: string) => new File([text], 'extensions.csv', { type: 'text/csv' })
const sent = () =>
  backend.rpc.mock.calls.filter(([name]) => name === 'import_records').map(([, asked]) => asked)

async function choose(text: string) {
  const onClose = vi.fn()
  const { user } = open(<ImportDialog resource={extension} tenantId={TENANT.id} onClose={onClose} />)
  await user.upload(await screen.findByLabelText('CSV file'), file(text))
  return { user, onClose }
}

async function chooseLarge() {
  const lines = Array.from({ length: 2500 }, (_, n) => `${n + 1000},Desk`)
  const opened = await choose(['Number,Name', ...lines].join('\n'))
  await opened.user.click(await screen.findByRole('button', { name: 'Check 2,500 rows' }))
  return opened
}

beforeEach(() => {
  backend.rpc
    .mockReset()
    .mockImplementation(async (_name, { rows }: { rows: unknown[] }) =>
      answer(rows.map((_, index) => ({ row_number: index + 1, outcome: 'insert', message: null }))),
    )
})

describe('importing a CSV file', () => {
  test('finds the columns by their headings, checks every row, and imports all of them', async () => {
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

  test('asks how a file reads that is not UTF-8, and imports what was chosen', async () => {
    const bytes = Uint8Array.from([...'Number,Name\r\n2001,Rene\r\n'].map((letter) => letter.charCodeAt(0)))
    bytes[bytes.lastIndexOf(0x65)] = 0x8e
    const { user } = open(<ImportDialog resource={extension} tenantId={TENANT.id} onClose={vi.fn()} />)
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

  test('names the line of a quotation mark that is not closed, and imports nothing', async () => {
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

  test('says which columns and which rows are not taken', async () => {
    const { user } = await choose(
      'Number,Name,Mood\r\n2001,Desk,good\r\n2002,Lab,good,rear\r\n2003,T\uFFFDl,ok\r\n',
    )
    expect(await screen.findByText('Not imported: Mood.')).toBeInTheDocument()
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
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled()
  })

  test('waits until the key has a column', async () => {
    const { user } = await choose('What,Name\r\n2001,Desk\r\n')
    expect(await screen.findByText('Choose the column for Number.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toBeDisabled()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Number' }), 'What')
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toBeEnabled()
  })

  test('names each refused row by its place in the file, and imports nothing', async () => {
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
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled()
    expect(sent()).toHaveLength(1)
  })

  test('hands out the refused rows with their reasons as a file', async () => {
    const { user } = await choose('Number,Name\r\n2001,Desk\r\n\r\n2001,=cmd\r\n')
    await user.click(await screen.findByRole('button', { name: 'Check 2 rows' }))
    const saved = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined)
    await user.click(await screen.findByRole('button', { name: 'Download this row' }))
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith(
        "\uFEFFRow,Problem,Number,Name\r\n4,Number: the same as in row 2.,2001,'=cmd",
        'extensions-rejected.csv',
        'text/csv',
      ),
    )
  })

  test('checks and imports a large file part by part', async () => {
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

  test('says how far a large file was imported when a later part is refused', async () => {
    const { user } = await chooseLarge()
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
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The first 1,000 rows were imported, and nothing after them.',
    )
    const refused = screen.getByRole('region', { name: 'Rejected rows' })
    expect(within(refused).getByRole('listitem')).toHaveTextContent(
      'Row 10062004' + '2004 is already taken by the queue Help.',
    )
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled()
    expect(sent()).toHaveLength(5)
  })

  test('imports again after an answer was lost, which changes nothing', async () => {
    const { user } = await choose('Number,Name\r\n2001,Desk\r\n')
    await user.click(await screen.findByRole('button', { name: 'Check 1 row' }))
    await screen.findByText('1 to be added')
    backend.rpc.mockResolvedValueOnce({ data: null, error: { message: 'Failed to fetch' }, status: 0 })
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.')
    backend.rpc.mockResolvedValueOnce(answer([{ row_number: 1, outcome: 'unchanged', message: null }]))
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByText(/All rows match the existing extensions/)).toBeInTheDocument()
  })

  test('says when a file has no rows', async () => {
    await choose('Number,Name\r\n')
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(alert).toHaveTextContent('The file has no rows'))
    expect(within(document.body).queryByRole('button', { name: /^Check/ })).not.toBeInTheDocument()
  })
})
