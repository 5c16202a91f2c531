import { vi } from 'vitest'

// Files that share a process (isolate: false) would otherwise share the modules, too, with the mocks of the file that first imported them.
vi.resetModules()
