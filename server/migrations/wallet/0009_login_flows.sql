ALTER TABLE "flows" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "flows" ADD COLUMN "thumbprint" text;--> statement-breakpoint
CREATE INDEX "flows_thumbprint_index" ON "flows" USING btree ("thumbprint");