/** Where the shell leads: the destinations of the sidebar and the bottom bar. */
import type { LinkOptions } from '@tanstack/react-router'
import {
  Activity,
  Briefcase,
  CheckCheck,
  Database,
  FileCode,
  Gauge,
  House,
  Library,
  type LucideIcon,
  Server,
  Upload,
  User,
  Users,
  Video,
  Workflow,
} from 'lucide-react'

/** `document` leaves the application for a page of its own; `hash` is a place on a screen. */
export type Destination = { label: string; icon: LucideIcon } & (
  | { to: NonNullable<LinkOptions['to']>; hash?: string; search?: Record<string, string> }
  | { document: string }
)
export type DestinationGroup = { title: string; items: readonly Destination[] }

export const home: Destination = { label: 'Home', icon: House, document: '/' }

const onDashboard = (label: string, icon: LucideIcon, hash: string): Destination => ({
  label,
  icon,
  to: '/dashboard',
  hash,
})

export const sidebarTop: readonly Destination[] = [home, { label: 'Overview', icon: Gauge, to: '/dashboard' }]
export const sidebarGroups: readonly DestinationGroup[] = [
  {
    title: 'Video',
    items: [
      { label: 'Upload', icon: Upload, to: '/video-processing' },
      { label: 'Library', icon: Library, to: '/videos' },
    ],
  },
  {
    title: 'Firm',
    items: [
      { label: 'Cases', icon: Briefcase, to: '/cases' },
      { label: 'Approvals', icon: CheckCheck, to: '/approvals' },
      { label: 'Team', icon: Users, to: '/team' },
    ],
  },
  {
    title: 'API Management',
    items: [
      onDashboard('Endpoints', Server, 'endpoints'),
      { label: 'API Description', icon: FileCode, document: '/api/docs' },
    ],
  },
  {
    title: 'Infrastructure',
    items: [onDashboard('Database', Database, 'database'), onDashboard('Pipeline', Workflow, 'pipeline')],
  },
  { title: 'Monitoring', items: [onDashboard('Performance', Activity, 'performance')] },
]

export const bottomBar: readonly Destination[] = [
  home,
  { label: 'Cases', icon: Briefcase, to: '/cases' },
  { label: 'Video', icon: Video, to: '/video-processing' },
  { label: 'Profile', icon: User, to: '/profile' },
]
