// Rows of a snapshot, with readable ids: 'e1001' is extension 1001, 'g6000' is ring group 6000.
export * from './answering'
export * from './extensions'
export * from './gateways'
export * from './numbers'
export * from './routing'
