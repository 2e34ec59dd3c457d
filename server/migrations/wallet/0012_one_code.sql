ALTER TABLE "challenges" ALTER COLUMN "link_ends_at" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "mailboxes" ALTER COLUMN "frozen_until" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "created_host" text;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "created_browser" text;