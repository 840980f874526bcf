export { EditMemberDialog, InviteDialog, type Leaving, LeavingDialog, OneTimeLinkDialog } from './TeamDialogs.tsx'
export { FirmCard } from './FirmCard.tsx'
export { InvitationsCard } from './InvitationsCard.tsx'
export { MemberTable, firmRoleWords, professionWords } from './MemberTable.tsx'
