import { testTable } from '#test/exports.table.ts'

testTable('documents')
